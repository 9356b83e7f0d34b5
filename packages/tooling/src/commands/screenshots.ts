// `npm run screenshots` takes pictures of the screens into apps/web/test-results/screens, those of the readme into
// docs/screenshot.png, and those for comparisons in the browser tests into apps/web/e2e/app/pictures.
import { buildApps, main, run } from '../../bootstrap.mjs';
import { ensureBrowsers } from '../browsers.ts';

await main(async () => {
  const env = ensureBrowsers(process.env, ['chromium']);
  await buildApps(env);
  return run(env, 'pnpm', [
    '--filter',
    '@relato/web',
    'exec',
    'playwright',
    'test',
    '--config',
    'playwright.screenshots.config.ts',
    ...process.argv.slice(2),
  ]);
});
