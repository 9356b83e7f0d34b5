// PostGraphile as its documentation sets it up, on the product's own tables.
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const [, , connectionString, port] = process.argv;

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  // It offers no order by score otherwise, because it does not see partial indexes.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [makePgService({ connectionString, schemas: ['public'], poolConfig: { max: 10 } })],
  grafserv: { port: Number(port), host: '127.0.0.1', graphiql: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
