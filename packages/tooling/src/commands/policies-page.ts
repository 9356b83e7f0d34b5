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
  signedIn: 'who signed in',
  named: 'who has a username',
  moderator: 'moderators',
  administrator: 'administrators',
};
const targets: Readonly<Record<NonNullable<Policy['target']>, string>> = {
  own: 'what is their own',
  visible: 'what they may see',
  others: 'what they may see and is not their own',
  related: 'their own, or on a story of theirs',
  ownIfAny: 'their own; anything else is left alone',
};
const counted: Readonly<Record<RateLimit['per'], string>> = {
  address: 'network',
  viewer: 'person, or network of a visitor',
  account: 'e-mail address that is named',
  all: 'everyone together',
};

const toCaller = ({ caller, memberNeedsName }: Policy): string =>
  callers[caller] + (memberNeedsName ? '; members need a username' : '');
const toTarget = ({ target }: Policy): string => (target ? targets[target] : '');
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
    const procedure = procedures.get(path);
    if (!procedure) throw new Error(`There is a policy for ${path}, but no such procedure`);
    const { type } = procedure._def;
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
  Object.entries(rateLimits).map(([name, { calls, windowSeconds, per, shared }]) => [
    name,
    String(calls),
    toDuration(windowSeconds),
    counted[per],
    shared ? 'all processes together' : 'each process',
  ]);

const toPage = (): string => `# Who may call what, how often

Written by \`npm run policies:write\` from the tables that the server obeys: \`packages/api/src/policies.ts\`,
\`apps/server/src/routes/*.ts\` and \`packages/contract/src/rate-limits.ts\`. \`npm run check\` fails while they differ.

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
