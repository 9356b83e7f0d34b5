// Directus as its documentation sets it up, on the product's own tables. Its own stand in a schema beside them, which is made anew
// each time: that takes seconds, and the versions and permissions are those of this file.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

const [, , connectionString, port] = process.argv;

Object.assign(process.env, {
  HOST: '127.0.0.1',
  PORT: port,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  SECRET: randomBytes(32).toString('hex'),
  DB_CLIENT: 'pg',
  DB_CONNECTION_STRING: connectionString,
  DB_SEARCH_PATH: 'array:directus,public',
  DB_POOL__MAX: '10',
  LOG_LEVEL: 'error',
  SERVE_APP: 'false',
  TELEMETRY: 'false',
  // It would answer 503 under the load.
  PRESSURE_LIMITER_ENABLED: 'false',
});

const database = new Client({ connectionString });
await database.connect();
await database.query('DROP SCHEMA IF EXISTS directus CASCADE; CREATE SCHEMA directus');
const cli = fileURLToPath(import.meta.resolve('@directus/api/cli/run.js'));
execFileSync(process.execPath, [cli, 'bootstrap', '--skipAdminInit'], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
// Without an administrator there is one policy, that of the public: it reads what a page of the feed shows. The name of an
// author is in the profile, which has the id of the user.
await database.query(`
  SET search_path = directus;
  INSERT INTO directus_collections (collection) VALUES ('stories'), ('recordings'), ('users'), ('profiles');
  INSERT INTO directus_fields (collection, field, special) VALUES ('users', 'profile', 'o2m');
  INSERT INTO directus_relations (many_collection, many_field, one_collection, one_field)
  VALUES ('profiles', 'id', 'users', 'profile');
  INSERT INTO directus_permissions (policy, action, collection, fields, permissions)
  SELECT directus_policies.id, 'read', collection, fields, permissions::json FROM directus_policies, (VALUES
    ('stories', 'id,title,transcript,duration_ms,tags,created_at,published,upvotes,downvotes,score,comments_count,'
      'commenters,recording_id,user_id', '{"published":{"_eq":true},"hidden_at":{"_null":true}}'),
    ('recordings', 'id,peaks', '{}'),
    ('users', 'id,profile', '{}'),
    ('profiles', 'id,username', '{}')
  ) AS given (collection, fields, permissions)`);
await database.end();

// They read the settings when they are loaded.
const { default: emitter } = await import('@directus/api/emitter');
const { startServer } = await import('@directus/api/server');
emitter.onAction('server.start', () => process.stdout.write('ready\n'));
await startServer();
