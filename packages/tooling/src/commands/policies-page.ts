// Checks that docs/policies.md agrees with the tables of policies and limits, or with `--write` writes the page.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appRouter, listPolicies, type Policy } from '@relato/api';
import { rateLimits, type RateLimit } from '@relato/contract/rate-limits';
import { routePolicies } from '@relato/server/route-policies';
import { main, root, say } from '../../bootstrap.mjs';

const page = 'docs/policies.md';

const callers: Readonly<Record<Policy['caller'], string>> = {
  anyone: 'anyone',
  signedIn: 'signed-in users',
  named: 'users with a username',
  moderator: 'moderators',
  administrator: 'administrators',
};
const targets: Readonly<Record<NonNullable<Policy['target']>, string>> = {
  own: 'their own',
  visible: 'visible to them',
  others: 'visible to them, and not their own',
  related: 'their own, or on one of their stories',
  ownIfAny: 'their own; anything else is left alone',
};
const counted: Readonly<Record<RateLimit['per'], string>> = {
  address: 'network',
  viewer: 'user, or network of a visitor',
  mailbox: 'e-mail address in the input',
  own: 'user or network, and what it names',
  all: 'everyone together',
};

const toCaller = ({ caller, memberNeedsName }: Policy): string =>
  callers[caller] + (memberNeedsName ? '; members need a username' : '');
const toTarget = ({ target, mayLag }: Policy): string =>
  [...(target ? [targets[target]] : []), ...(mayLag ? ['may lag'] : [])].join('; ');
const counters: Readonly<Record<RateLimit['counted'], string>> = {
  shared: 'all processes together',
  inBatches: 'all processes together, in batches',
};

const toLimits = ({ limits = [], visitorLimits, searchLimits }: Policy): string =>
  limits.join(', ') +
  (visitorLimits ? `; visitors: ${visitorLimits.join(', ')}` : '') +
  (searchLimits ? `; with a search also: ${searchLimits.join(', ')}` : '');

const toDuration = (seconds: number): string =>
  seconds % 3_600 === 0 ? `${seconds / 3_600} h` : `${seconds / 60} min`;

/** Returns a table in Markdown, padded as the formatter pads it. */
function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const toLine = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [toLine(head), toLine(widths.map((width) => '-'.repeat(width))), ...rows.map(toLine)].join('\n');
}

function listProcedures(): string[][] {
  const procedures = new Map<string, { readonly _def: { readonly type: string } }>(
    Object.entries(appRouter._def.procedures as object),
  );
  return Object.entries(listPolicies()).map(([path, policy]) => {
    const type = procedures.get(path)?._def.type ?? '';
    const byKind: Pick<Policy, 'limits'> = { limits: [type === 'query' ? 'read' : 'write'] };
    return [`\`${path}\``, type, toCaller(policy), toTarget(policy), toLimits({ ...byKind, ...policy })];
  });
}

const listRoutes = (): string[][] =>
  Object.entries(routePolicies).map(([route, policy]) => [
    `\`${route}\``,
    policy.description,
    toCaller(policy),
    toTarget(policy),
    toLimits(policy),
  ]);

const listLimits = (): string[][] =>
  Object.entries(rateLimits).map(([name, { calls, windowSeconds, per, counted: where }]) => [
    name,
    String(calls),
    toDuration(windowSeconds),
    counted[per],
    counters[where],
  ]);

const toPage = (): string => `# Authorization and rate limits

Written by \`npm run policies:write\` from the policies that stand beside each procedure (\`packages/api/src/<noun>/router.ts\`)
and each route (\`apps/server/src/routes/*/*.ts\`), and from \`packages/contract/src/rate-limits.ts\`. \`npm run check\` fails while
they differ.

Anything that the caller may not see is not found; anything that they see but may not change is forbidden. Every call of a
batch counts. What may lag is read from the replica, if there is one that shows what the caller wrote.

## Procedures, at \`/trpc\`

${toTable(['procedure', 'kind', 'callers', 'target', 'limits'], listProcedures())}

## Routes

All routes refuse changes that another site requests. HEAD is answered like GET.

${toTable(['route', 'purpose', 'callers', 'target', 'limits'], listRoutes())}

## Limits

${toTable(['name', 'calls', 'window', 'counted per', 'counted by'], listLimits())}
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
