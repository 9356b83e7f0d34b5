import { mergeConfig } from 'vitest/config';
import unit from './vitest/unit.config.ts';

export default mergeConfig(unit, {
  // The source maps of GitHub's parser point to files that its package does not have.
  logLevel: 'error',
  // GitHub's parser imports its schema as bundlers do, not as Node does.
  test: { server: { deps: { inline: ['@actions/workflow-parser'] } } },
});
