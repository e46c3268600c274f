-- What workers had in hand when their process died (@parley/persistence).
CREATE TABLE work_in_hand (
  worker text NOT NULL,
  item   text NOT NULL,
  holder text NOT NULL,
  deaths integer NOT NULL,
  since  timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (worker, item)
);
