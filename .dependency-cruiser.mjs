// The rules of imports, which `npm run check` runs as `imports`. docs/architecture.md has the reasons. Each comment says what to
// do instead.
import { readFileSync } from 'node:fs';
import { nouns as names } from './packages/tooling/src/structure/nouns.ts';

/** Tests may import anything, so they are left out altogether; these are the helpers of tests, and the tools. */
const tests = String.raw`/testing/|^packages/(testing|tooling)/|\.config\.ts$`;
/** Contract modules with Zod in them. */
const schemas = String.raw`/zod/|^packages/contract/src/.*(schema|ids|paging|index)\.ts$`;
/** Modules that something other than an import starts. */
const entries = String.raw`/(main|index|migrate|make-administrator|new-migration|route-policies|create-icon)\.tsx?$|-(process|thread|worker)\.ts$|/routes/|/peers/`;
const src = '^apps/web/src/';
const api = '^packages/api/src/';
const nouns = `(${names.join('|')})/`;
/** The files of the API that put the nouns together. Every other file outside of the nouns is used by them and knows none. */
const composition = `${api}(app-router|job-handlers|send-mail|index)\\.ts$`;

/** The workspace packages that the sources of each workspace may import; of those in the second list, types only. */
const workspaces = {
  'apps/server': [['api', 'auth', 'db', 'storage', 'audio', 'speech', 'mail', 'push', 'contract']],
  'apps/web': [['contract'], ['api']],
  'apps/admin': [['contract'], ['api']],
  // Never part of the product, so it may use its stand-ins, as tests do.
  'apps/bench': [['db', 'contract', 'testing']],
  'packages/api': [['auth', 'db', 'storage', 'audio', 'speech', 'mail', 'push', 'contract']],
  'packages/auth': [['db', 'contract']],
  'packages/(db|storage|audio|speech|mail|push|testing)': [['contract']],
  'packages/contract': [[]],
};

/** The features that each feature of the web app may import, with the reasons. */
const { features } = JSON.parse(readFileSync(new URL('apps/web/layers.json', import.meta.url), 'utf8'));

const rule = (name, from, to, comment, scope = 'module') => ({
  name,
  severity: 'error',
  comment,
  from: { pathNot: tests, ...from },
  to,
  scope,
});

const workspaceRules = Object.entries(workspaces).map(([path, [values, types = []]]) => {
  const allowed = [...values, ...types];
  return rule(
    `workspaces-${path}`,
    { path: `^${path}/` },
    { path: '^(apps|packages)/', pathNot: `^(${path}|packages/(${allowed.join('|')}))/` },
    `${path} may import ${allowed.join(', ') || 'no workspace'}. Pass what it needs as an argument, or move it to a package that may.`,
  );
});
const typesRules = Object.entries(workspaces).flatMap(([path, [, types = []]]) =>
  types.map((name) =>
    rule(
      `types-only-${path}`,
      { path: `^${path}/` },
      { path: `^packages/${name}/`, dependencyTypesNot: ['type-only'] },
      "Only types may leave the server: write 'import type'.",
    ),
  ),
);

const featureRules = Object.entries(features).map(([feature, allowed]) =>
  rule(
    `feature-${feature}`,
    { path: `${src}features/${feature}/` },
    { path: `${src}features/`, pathNot: `${src}features/(${[feature, ...Object.keys(allowed)].join('|')})/` },
    'Let app put the two together, move what both need to lib, or write the reason into apps/web/layers.json.',
  ),
);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    rule(
      'no-circles',
      { pathNot: 'node_modules' },
      { circular: true },
      'Move what both need to a file of its own, or pass it as an argument. Types count too.',
    ),
    ...workspaceRules,
    ...typesRules,
    rule(
      'helpers-of-tests',
      { path: '^(apps|packages)/', pathNot: [tests, '^apps/bench/', 'new-migration'] },
      { path: '^packages/testing/|/src/testing/' },
      'Only tests may import helpers of tests. Move what the product needs out of the folder testing.',
    ),
    rule(
      'zod-in-schemas',
      { path: '^packages/contract/src/', pathNot: [tests, schemas] },
      { path: schemas, dependencyTypesNot: ['type-only'] },
      'The browser has the rules, and not Zod. Only schemas may import it, and other modules may not import schemas.',
    ),
    rule(
      'zod-in-the-browser',
      { path: src },
      { path: schemas, dependencyTypesNot: ['type-only'] },
      "It would bring Zod into the browser. Import types only, or a module of the contract without schemas such as '@relato/contract/limits'.",
    ),
    rule(
      'web-layers',
      { path: `${src}(?!(app|routes|features|lib|ui|messages)/|main\\.tsx$|[^/]+\\.(gen|d)\\.ts$)` },
      {},
      'It is in no layer of the web app: app and routes, features, lib, ui, and messages. Move it to the one that may import what it imports.',
    ),
    rule(
      'web-features',
      { path: `${src}features/` },
      { path: `${src}(app|routes)/|${src}main` },
      'A feature knows no screen around it. Move what it needs to lib, or let app pass it as a prop.',
    ),
    rule(
      'web-lib',
      { path: `${src}lib/` },
      { path: `${src}(app|routes|features)/|${src}main` },
      'lib knows no feature. Move what it needs to lib, or take it as an argument.',
    ),
    rule(
      'web-ui',
      { path: `${src}ui/` },
      { path: `${src}(?!ui/)|^packages/` },
      'A primitive of the interface knows neither the product nor its texts. Pass what it needs as a prop.',
    ),
    rule(
      'web-messages',
      { path: `${src}messages/` },
      { path: `${src}(?!messages/)` },
      'Texts need nothing but the contract. Pass what they are made of as an argument.',
    ),
    rule(
      'web-public-files',
      { path: `${src}features/([^/]+)/` },
      { path: `${src}features/[^/]+/`, pathNot: [`${src}features/$1/`, String.raw`/public\.ts$`] },
      'Import it from the public.ts of that feature, and export it there if others should have it.',
    ),
    ...featureRules,
    rule(
      'api-beside-nouns',
      { path: `${api}(?!${nouns})`, pathNot: [tests, composition] },
      { path: api + nouns },
      'Every noun uses the files outside of the nouns. Move it into the noun, or let the noun pass what it needs as an argument.',
    ),
    rule(
      'api-composition',
      { path: api + nouns },
      { path: composition },
      'That file puts the nouns together and imports this one. Import what it is made of, or pass it as an argument.',
    ),
    ...[`${api}${nouns.slice(0, -1)}$`, `${src}features/[^/]+$`].map((folder) =>
      rule(
        'no-circles-of-folders',
        { path: folder, pathNot: '^$' },
        { circular: true },
        'Move what one needs of the other to the noun that it is about, outside of the nouns if it is about none, or pass it as an argument.',
        'folder',
      ),
    ),
    {
      name: 'imported-only-by-tests',
      severity: 'error',
      comment: 'Move it to a folder called testing, or let the product use it.',
      from: { pathNot: tests },
      module: {
        path: '^(apps|packages)/[^/]+/src/',
        pathNot: [tests, entries],
        numberOfDependentsLessThan: 1,
      },
    },
  ],
  options: {
    parser: 'tsc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: String.raw`/(dist|generated|fixtures|test-results|e2e)/|\.(test|spec|shots)\.tsx?$` },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
