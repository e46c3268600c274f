-- Finds the mails of notices by their ticket and by their person, which are parts of the id: notice:<ticket>:<person>:<event>.
CREATE INDEX mail_job_notice_ticket ON mail_job (project_id, split_part(id, ':', 2)) WHERE id LIKE 'notice:%';
CREATE INDEX mail_job_notice_person ON mail_job (project_id, split_part(id, ':', 3)) WHERE id LIKE 'notice:%';
