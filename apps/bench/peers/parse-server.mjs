// Parse Server as its documentation sets it up. It makes tables of its own, in a schema beside the product's, which are filled from
// them at the first start and stay: to fill a million stories takes a minute.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import express from 'express';
import { ParseServer } from 'parse-server';
import { Client } from 'pg';

const [, , connectionString, port] = process.argv;
// Read by every client of the database, so that Parse finds and makes its tables in its schema.
process.env.PGOPTIONS = '-c search_path=parse,public';
const secret = () => randomBytes(32).toString('hex');

const fields = {
  title: { type: 'String' },
  transcript: { type: 'String' },
  durationMs: { type: 'Number' },
  peaks: { type: 'Array' },
  tags: { type: 'Array' },
  published: { type: 'Boolean' },
  hiddenAt: { type: 'Date' },
  author: { type: 'Pointer', targetClass: '_User' },
  upvotes: { type: 'Number' },
  downvotes: { type: 'Number' },
  score: { type: 'Number' },
  commentsCount: { type: 'Number' },
  commenters: { type: 'String' },
};
const fill = `
  INSERT INTO "_User" ("objectId", "createdAt", "updatedAt", username) SELECT id, updated_at, updated_at, username FROM profiles;
  INSERT INTO "Story" ("objectId", "createdAt", "updatedAt", title, transcript, "durationMs", peaks, tags, published, "hiddenAt",
    author, upvotes, downvotes, score, "commentsCount", "commenters")
  SELECT s.id, s.created_at, s.updated_at, s.title, s.transcript, s.duration_ms, to_jsonb(r.peaks), to_jsonb(s.tags), s.published,
    s.hidden_at, s.user_id, s.upvotes, s.downvotes, s.score, s.comments_count, s.commenters::text
  FROM stories s JOIN recordings r ON r.id = s.recording_id;
  CREATE INDEX story_feed ON "Story" (score DESC, "createdAt" DESC, "objectId" DESC) WHERE published AND "hiddenAt" IS NULL`;

const database = new Client({ connectionString });
await database.connect();
// A schema without it was not filled to the end, or otherwise.
const mark = database.escapeLiteral(fill);
const { rows } = await database.query(
  `SELECT FROM pg_namespace WHERE nspname = 'parse' AND obj_description(oid, 'pg_namespace') = ${mark}`,
);
const isFilled = rows.length > 0;
if (!isFilled) await database.query('DROP SCHEMA IF EXISTS parse CASCADE; CREATE SCHEMA parse');

const parse = new ParseServer({
  databaseURI: `${connectionString}${connectionString.includes('?') ? '&' : '?'}max=10`,
  appId: 'bench',
  masterKey: secret(),
  maintenanceKey: secret(),
  serverURL: `http://127.0.0.1:${port}/parse`,
  logLevel: 'error',
  logsFolder: null,
  schema: {
    definitions: [
      { className: 'Story', fields, classLevelPermissions: { find: { '*': true }, get: { '*': true } } },
    ],
  },
});
await parse.start();

if (!isFilled) {
  await database.query(fill);
  // Now, so that neither happens while a server is measured.
  for (const table of ['"_User"', '"Story"']) await database.query(`VACUUM ANALYZE ${table}`);
  await database.query('CHECKPOINT');
  await database.query(`COMMENT ON SCHEMA parse IS ${mark}`);
}
await database.end();

const app = express();
app.use('/parse', parse.app);
createServer(app).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
