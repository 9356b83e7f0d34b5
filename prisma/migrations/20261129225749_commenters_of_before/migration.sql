-- Apart from the column, which locks the table: here stories are read and saved meanwhile. Before the column counts as a change of a story.
UPDATE stories SET commenters = 'members' WHERE NOT anonymous_comments AND commenters = 'anyone';
