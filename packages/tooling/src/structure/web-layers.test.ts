import { describe, expect, it } from 'vitest';
import { check } from './testing/check.ts';
import { checkWebLayers } from './web-layers.ts';

const table = (features: Readonly<Record<string, Readonly<Record<string, string>>>>) => ({
  'apps/web/layers.json': JSON.stringify({ features }),
});
const web = (texts: Readonly<Record<string, string>>, features = {}): string[] =>
  check(checkWebLayers, {
    ...table(features),
    ...Object.fromEntries(Object.entries(texts).map(([path, text]) => [`apps/web/src/${path}`, text])),
  });

const lines = (count: number): string => '// a line\n'.repeat(count);

describe('imports in the web app', () => {
  it('may go down the layers, over some too, and to texts', () => {
    expect(
      web({
        'main.tsx': "import { App } from './app/app.tsx'; import './styles/app.css';",
        'routes/index.tsx': "import { Landing } from '../app/landing.tsx';",
        'app/landing.tsx':
          "import { Feed } from '../features/stories/feed.tsx'; import '../messages/app.ts';",
        'features/stories/feed.tsx':
          "import { Button } from '../../ui/button.tsx'; import '../../lib/paging.ts';",
        'lib/paging.ts':
          "import { Spinner } from '../ui/spinner.tsx'; import { e } from '../messages/errors.ts';",
        'ui/button.tsx': "import { Spinner } from './spinner.tsx';",
        'ui/spinner.tsx': '',
        'messages/errors.ts': "import { a } from './stories.ts';",
        'app/app.tsx': "import { routeTree } from '../route-tree.gen.ts';",
      }),
    ).toEqual([]);
  });

  it.each([
    [
      'features/stories/feed.tsx',
      '../../app/shell.tsx',
      'features may not import app. A feature knows no screen',
    ],
    ['features/stories/feed.tsx', '../../routes/home.tsx', 'features may not import app.'],
    ['lib/paging.ts', '../features/stories/public.ts', 'lib may not import features. lib knows no feature.'],
    ['lib/paging.ts', '../app/shell.tsx', 'lib may not import app.'],
    ['ui/button.tsx', '../lib/paging.ts', 'ui may not import lib. A primitive of the interface'],
    ['ui/button.tsx', '../messages/app.ts', 'ui may not import messages.'],
    ['messages/app.ts', '../lib/paging.ts', 'messages may not import lib. Texts need nothing'],
  ])('may not go up: from %s to %s', (importer, from, text) => {
    expect(web({ [importer]: `import type { A } from '${from}';` })).toEqual([
      expect.stringContaining(`apps/web/src/${importer}: imports '${from}', but ${text}`),
    ]);
  });

  it('may go up in tests', () => {
    expect(web({ 'lib/paging.test.ts': "import { a } from '../features/stories/public.ts';" })).toEqual([]);
  });

  it('start in a layer', () => {
    expect(web({ 'trpc.ts': '', 'shared/dates.ts': '' })).toEqual([
      expect.stringContaining('apps/web/src/trpc.ts: is in no layer'),
      expect.stringContaining('apps/web/src/shared/dates.ts: is in no layer'),
    ]);
  });
});

describe('imports between features', () => {
  const features = {
    'features/stories/card.tsx': "import { Player } from '../player/public.ts';",
    'features/player/public.ts': "export { Player } from './player.tsx';",
    'features/player/player.tsx': '',
  };

  it('go where the table says, through the public file', () => {
    expect(web(features, { stories: { player: 'a card plays its story' }, player: {} })).toEqual([]);
  });

  it('may not go where the table says nothing', () => {
    expect(web(features)).toEqual([
      expect.stringContaining(
        "features/stories/card.tsx: imports '../player/public.ts', but apps/web/layers.json does not let stories import player. Let app put the two together",
      ),
    ]);
  });

  it('may not reach another file of the feature', () => {
    expect(
      web(
        { ...features, 'features/stories/card.tsx': "const load = () => import('../player/player.tsx');" },
        { stories: { player: 'a card plays its story' } },
      ),
    ).toEqual([
      expect.stringContaining(
        "imports '../player/player.tsx', a file of the feature player that is its own. Import it from features/player/public.ts",
      ),
    ]);
  });
});

describe('the table of features', () => {
  it('must be there', () => {
    expect(check(checkWebLayers, {})).toEqual([
      'apps/web/layers.json: is not there. It says which features each feature may import.',
    ]);
  });

  it('names no feature that is gone and no import that is gone', () => {
    expect(
      web(
        { 'features/stories/card.tsx': '', 'features/player/public.ts': '' },
        { stories: { player: 'x' }, tags: {} },
      ),
    ).toEqual([
      'apps/web/layers.json: lets stories import player, which it does not any more. Delete that line.',
      'apps/web/layers.json: names the feature tags, which is not there. Delete its line.',
    ]);
  });

  it('has no circle', () => {
    expect(
      web(
        {
          'features/stories/public.ts': "import { a } from '../comments/public.ts';",
          'features/comments/public.ts': "import { b } from '../stories/public.ts';",
        },
        { stories: { comments: 'x' }, comments: { stories: 'y' } },
      ),
    ).toEqual([expect.stringContaining('has a circle: comments → stories → comments.')]);
  });
});

describe('a route', () => {
  it('is thin', () => {
    expect(web({ 'routes/home.tsx': lines(50) })).toEqual([]);
    expect(web({ 'routes/home.tsx': lines(51) })).toEqual([
      'apps/web/src/routes/home.tsx: has 51 lines. A route says what to load and which screen to show; move the rest to the screen.',
    ]);
  });
});
