import type { RoutePolicies } from './middleware/authorize-route.ts';
import { audioPolicies } from './routes/audio.ts';
import { embedPolicies } from './routes/embed.ts';
import { exportPolicies } from './routes/export.ts';
import { healthPolicies } from './routes/health.ts';
import { metricsPolicies } from './routes/metrics.ts';
import { oauthPolicies } from './routes/oauth.ts';
import { oembedPolicies } from './routes/oembed.ts';
import { podcastPolicies } from './routes/podcast.ts';
import { podcastFilePolicies } from './routes/podcast-files.ts';
import { previewPolicies } from './routes/preview.ts';
import { sitemapPolicies } from './routes/sitemap.ts';
import { sharePolicies } from './routes/share.ts';
import { transcriptPolicies } from './routes/transcript.ts';
import { trpcPolicies } from './routes/trpc.ts';
import { uploadPolicies } from './routes/upload.ts';
import { webAppPolicies } from './routes/web-app.ts';

/** The policies of all routes, for docs/policies.md and for the test that fails if a route has none. */
export const routePolicies = {
  ...trpcPolicies,
  ...uploadPolicies,
  ...audioPolicies,
  ...transcriptPolicies,
  ...exportPolicies,
  ...oauthPolicies,
  ...embedPolicies,
  ...oembedPolicies,
  ...podcastPolicies,
  ...podcastFilePolicies,
  ...previewPolicies,
  ...sitemapPolicies,
  ...healthPolicies,
  ...metricsPolicies,
  ...sharePolicies,
  ...webAppPolicies,
} as const satisfies RoutePolicies;
