-- Only work can be overdue; what was closed or put away unanswered would otherwise be passed over each second for good.
CREATE INDEX ticket_overdue ON ticket (sla_due_at)
  WHERE sla_due_at IS NOT NULL AND NOT sla_breached AND status <> 'DONE'
    AND NOT archived AND NOT hidden AND NOT is_spam AND duplicate_of_id IS NULL;
DROP INDEX ticket_sla_running;
