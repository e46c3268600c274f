-- The library of events does it now. Without a worker the job would count as late.
DELETE FROM job WHERE name = 'contacts gone long ago';
