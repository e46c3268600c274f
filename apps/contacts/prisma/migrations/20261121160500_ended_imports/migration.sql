-- What is forgotten after a while: imports that have ended, the longest ago first.
CREATE INDEX contact_import_ended ON contact_import (finished_at) WHERE finished_at IS NOT NULL;
