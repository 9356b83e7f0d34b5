// `npm run screenshots`: takes pictures of the screens into apps/web/test-results/screens and docs/screenshot.png.
import { main, run, runQuietly, say } from '../../bootstrap.mjs';
import { ensureBrowsers } from '../browsers.ts';

await main(async () => {
  const env = ensureBrowsers(process.env, ['chromium']);
  say('· building');
  await runQuietly(env, 'Building', 'turbo', [
    'run',
    'build',
    '@relato/db#generate',
    '--output-logs=errors-only',
  ]);
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
