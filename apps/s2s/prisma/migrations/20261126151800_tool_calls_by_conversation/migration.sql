-- The deletion of a conversation finds its calls of tools.
CREATE INDEX "tool_call_conversation" ON "tool_call"("project_id", "conversation_id");
