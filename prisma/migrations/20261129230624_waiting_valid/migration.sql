-- Apart from the column: this reads all stories, and lets them be saved meanwhile.
ALTER TABLE stories VALIDATE CONSTRAINT stories_waiting;
