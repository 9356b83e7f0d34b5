import type { RoutePolicies } from './middleware/authorize-route.ts';
import { audioPolicies } from './routes/audio/audio.ts';
import { embedPolicies } from './routes/pages/embed.ts';
import { exportPolicies } from './routes/accounts/export.ts';
import { healthPolicies } from './routes/operations/health.ts';
import { leavePolicies } from './routes/accounts/leave.ts';
import { legalPolicies } from './routes/legal/legal.ts';
import { metricsPolicies } from './routes/operations/metrics.ts';
import { oauthPolicies } from './routes/accounts/oauth.ts';
import { oembedPolicies } from './routes/pages/oembed.ts';
import { photoPolicies } from './routes/accounts/photo.ts';
import { podcastPolicies } from './routes/podcast/podcast.ts';
import { podcastFilePolicies } from './routes/podcast/podcast-files.ts';
import { previewPolicies } from './routes/podcast/preview.ts';
import { sitemapPolicies } from './routes/operations/sitemap.ts';
import { sharePolicies } from './routes/pages/share.ts';
import { transcriptPolicies } from './routes/audio/transcript.ts';
import { trpcPolicies } from './routes/rpc/trpc.ts';
import { uploadPolicies } from './routes/upload/upload.ts';
import { webAppPolicies } from './routes/pages/web-app.ts';

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
  ...photoPolicies,
  ...sitemapPolicies,
  ...healthPolicies,
  ...metricsPolicies,
  ...sharePolicies,
  ...leavePolicies,
  ...legalPolicies,
  ...webAppPolicies,
} as const satisfies RoutePolicies;
