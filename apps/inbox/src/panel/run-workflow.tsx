import type { Ticket, Workflow } from '@parley/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { current, reread, say, tellFailure, toast } from '../core';
import { Picker } from '../ui';

const MOST = 100;

/** A button that runs one of the project's workflows in a ticket. They are read when it is opened. */
export const RunWorkflow = ({ ticket: { id, session } }: { ticket: Ticket }): VNode | null => {
  const { parley, permissions } = current();
  const [all, setAll] = useState<readonly Workflow[]>([]);
  const [isOpen, setOpen] = useState(false);
  if (!permissions.has('WORKFLOW_FIND') || !session) return null;
  const open = (isShown: boolean): void => {
    setOpen(isShown);
    if (isShown) parley.workflows.list({ limit: MOST }).then(setAll, tellFailure);
  };
  const run = async (workflowId: string): Promise<void> => {
    try {
      await parley.tickets.runWorkflow(id, { workflowId });
      toast(say('workflow.runs', { name: all.find((one) => one.id === workflowId)?.name ?? '' }));
      reread(id);
    } catch (error) {
      tellFailure(error);
    }
  };
  return (
    <Picker
      label={say('workflow.run')}
      filter={say('workflow.filter')}
      isOpen={isOpen}
      setOpen={open}
      choices={all.filter(({ enabled }) => enabled).map((one) => ({ id: one.id, label: one.name }))}
      pick={(workflowId) => void run(workflowId)}
    >
      {say('workflow.run')}
    </Picker>
  );
};
