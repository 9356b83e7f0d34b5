// Checks that docs/policies.md says what the tables of policies and limits say; with `--write` it writes the page anew.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, root, say } from './bootstrap.mjs';

const page = 'docs/policies.md';
const source = (file) => import(new URL(`../../${file}`, import.meta.url));
const { appRouter, listPolicies } = await source('packages/api/src/app-router.ts');
const { routePolicies } = await source('apps/server/src/route-policies.ts');
const { rateLimits } = await source('packages/contract/src/rate-limits.ts');

const callers = {
  anyone: 'anyone',
  signedIn: 'who signed in',
  named: 'who has a username',
  moderator: 'moderators',
  administrator: 'administrators',
};
const targets = {
  own: 'what is their own',
  visible: 'what they may see',
  others: 'what they may see and is not their own',
  related: 'their own, or on a story of theirs',
  ownIfAny: 'their own; anything else is left alone',
};
const counted = {
  address: 'network',
  viewer: 'person, or network of a visitor',
  account: 'e-mail address that is named',
  all: 'everyone together',
};

const toCaller = ({ caller, memberNeedsName }) =>
  callers[caller] + (memberNeedsName ? '; members need a username' : '');
const toTarget = ({ target }) => (target ? targets[target] : '');
const toLimits = ({ limits = [], visitorLimits, searchLimits }) =>
  limits.join(', ') +
  (visitorLimits ? `; visitors: ${visitorLimits.join(', ')}` : '') +
  (searchLimits ? `; with a search also: ${searchLimits.join(', ')}` : '');

function toDuration(seconds) {
  const [size, unit] = seconds % 3_600 === 0 ? [3_600, 'h'] : [60, 'min'];
  return `${seconds / size} ${unit}`;
}

/** Padded as the formatter does. */
function toTable(head, rows) {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column].length)));
  const toLine = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [toLine(head), toLine(widths.map((width) => '-'.repeat(width))), ...rows.map(toLine)].join('\n');
}

function listProcedures() {
  return Object.entries(listPolicies()).map(([path, policy]) => {
    const procedure = appRouter._def.procedures[path];
    if (!procedure) throw new Error(`There is a policy for ${path}, but no such procedure`);
    const { type } = procedure._def;
    const byKind = { limits: [type === 'query' ? 'read' : 'write'] };
    return [`\`${path}\``, type, toCaller(policy), toTarget(policy), toLimits({ ...byKind, ...policy })];
  });
}

const listRoutes = () =>
  Object.entries(routePolicies).map(([route, policy]) => [
    `\`${route}\``,
    policy.what,
    toCaller(policy),
    toTarget(policy),
    toLimits(policy),
  ]);

const listLimits = () =>
  Object.entries(rateLimits).map(([name, { calls, windowSeconds, per, shared }]) => [
    name,
    String(calls),
    toDuration(windowSeconds),
    counted[per],
    shared ? 'all processes together' : 'each process',
  ]);

const toPage = () => `# Who may call what, how often

Written by \`npm run policies:write\` from the tables that the server obeys: \`packages/api/src/policies.ts\`,
\`apps/server/src/route-policies.ts\` and \`packages/contract/src/rate-limits.ts\`. \`npm run check\` fails while they differ.

What somebody may not see is not found; what they see and is not theirs is forbidden. Every call of a batch counts.

## Procedures, at \`/trpc\`

${toTable(['procedure', 'kind', 'who', 'about', 'counts as'], listProcedures())}

## Routes

Changes that another site asks for are refused on all of them. HEAD is answered as GET is.

${toTable(['route', 'what', 'who', 'about', 'counts as'], listRoutes())}

## Limits

${toTable(['name', 'calls', 'in', 'of one', 'counted by'], listLimits())}
`;

await main(() => {
  const file = join(root, page);
  const wanted = toPage();
  if (process.argv.includes('--write')) {
    writeFileSync(file, wanted);
    return 0;
  }
  if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    process.stderr.write(`${page} is not what the tables of policies say. Run npm run policies:write.\n`);
    return 1;
  }
  say(
    `policies: ${listProcedures().length} procedures and ${listRoutes().length} routes are as ${page} says`,
  );
  return 0;
});
