// Checks that docs/policies.md agrees with the tables of policies and limits, or writes the page with `--write`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPolicies, type Policy } from '@relato/api';
import { rateLimits, type RateLimit } from '@relato/contract/rate-limits';
import { routePolicies } from '@relato/server/route-policies';
import { main, root, say } from '../../bootstrap.mjs';

const page = 'docs/policies.md';

const callers: Readonly<Record<Policy['caller'], string>> = {
  anyone: 'Anyone',
  signedIn: 'Signed-in users',
  named: 'Users with a username',
  moderator: 'Moderators',
  administrator: 'Administrators',
};
const targets: Readonly<Record<NonNullable<Policy['target']>, string>> = {
  own: 'own',
  visible: 'visible',
  others: "visible, another's",
  related: 'own, or on an own story',
  ownIfAny: 'own, else nothing',
};
const counted: Readonly<Record<RateLimit['per'], string>> = {
  address: 'network',
  viewer: 'user, or network of a visitor',
  mailbox: 'mailbox in the input',
  own: 'user or network, and what it names',
  all: 'everyone together',
};
const counters: Readonly<Record<RateLimit['counted'], string>> = {
  shared: '',
  inBatches: ', in batches',
};

/** Returns the target and the limits of a policy in parentheses, or an empty text. */
function toDetails(policy: Policy): string {
  const { target, mayLag, memberNeedsName, limits = [], visitorLimits, searchLimits } = policy;
  const details = [
    ...(target ? [targets[target]] : []),
    ...(memberNeedsName ? ['members need a username'] : []),
    ...limits,
    ...(visitorLimits ? [`for visitors ${visitorLimits.join(', ')}`] : []),
    ...(searchLimits ? [`when searching ${searchLimits.join(', ')}`] : []),
    ...(mayLag ? ['may lag'] : []),
  ];
  return details.length > 0 ? ` (${details.join('; ')})` : '';
}

const toDuration = (seconds: number): string =>
  seconds % 3_600 === 0 ? `${seconds / 3_600} h` : `${seconds / 60} min`;

const toList = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** Returns a list for each caller, with a line for each noun. */
function writeProcedures(): string {
  const byCaller = Map.groupBy(Object.entries(listPolicies()), ([, { caller }]) => caller);
  return Array.from(byCaller, ([caller, policies]) => {
    const byNoun = Map.groupBy(policies, ([path]) => path.split('.')[0] ?? path);
    const lines = Array.from(byNoun, ([noun, each]) => {
      const calls = each.map(([path, policy]) => `\`${path.slice(noun.length + 1)}\`${toDetails(policy)}`);
      return `${noun}: ${calls.join(', ')}`;
    });
    return `### ${callers[caller]}\n\n${toList(lines)}`;
  }).join('\n\n');
}

const writeRoutes = (): string =>
  toList(
    Object.entries(routePolicies).map(([route, policy]) => {
      const caller = policy.caller === 'anyone' ? '' : ` ${callers[policy.caller]} only.`;
      return `\`${route}\`: ${policy.description}${toDetails(policy)}.${caller}`;
    }),
  );

function writeLimits(): string {
  const byCount = Map.groupBy(
    Object.entries(rateLimits),
    ([, { per, counted: where }]) => counted[per] + counters[where],
  );
  return toList(
    Array.from(byCount, ([count, limits]) => {
      const texts = limits.map(
        ([name, { calls, windowSeconds }]) => `${name} ${calls} in ${toDuration(windowSeconds)}`,
      );
      return `Per ${count}: ${texts.join(', ')}`;
    }),
  );
}

const toPage = (): string => `# Authorization and rate limits

Written by \`npm run policies:write\` from the policies beside each procedure and each route, and from
\`packages/contract/src/rate-limits.ts\`. \`npm run check\` fails while they differ.

What the caller may not see is not found; what they see but may not change is forbidden. In parentheses: the target (the caller's
own things, or what is visible to them), the limits that a call counts against, and whether a replica may answer (may lag). Without
named limits a query counts as \`read\` and a mutation as \`write\`. Every call of a batch counts.

## Procedures, at \`/trpc\`

${writeProcedures()}

## Routes

All routes refuse changes that another site requests. HEAD is answered like GET. They count against the named limits only.

${writeRoutes()}

## Limits

All are counted by all processes together.

${writeLimits()}
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
    `policies: ${Object.keys(listPolicies()).length} procedures and ${Object.keys(routePolicies).length} routes are as ${page} says`,
  );
  return 0;
});
