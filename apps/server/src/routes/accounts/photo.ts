import { findPhoto, type Services } from '@relato/api';
import { DomainError } from '@relato/contract';
import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { cacheRules, isKnownTag } from '../../http/cache-rules.ts';
import type { RouteAuthorizer, RoutePolicies } from '../../middleware/authorize-route.ts';
import { withoutCredentials } from '../../middleware/request-head.ts';

export const photoPolicies = {
  'GET /photo/:file': {
    description: 'the picture of a user',
    caller: 'anyone',
    target: 'visible',
    limits: ['photo'],
  },
} as const satisfies RoutePolicies;

const filePattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-(small|large)\.webp$/;

/** `/photo/{photoId}-small.webp` and `-large.webp`. Answers 404 after the user has changed the picture or is suspended. */
export function photoRoutes(services: Services, authorizeRoute: RouteAuthorizer): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/:file', async (c) => {
    await authorizeRoute(withoutCredentials(c), photoPolicies['GET /photo/:file']);
    const [file, id, size] = filePattern.exec(c.req.param('file')) ?? [];
    if (id === undefined) throw new DomainError('NOT_FOUND');
    const headers = {
      'Content-Type': 'image/webp',
      'Cache-Control': cacheRules.shared,
      ETag: `"${file}"`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
    };
    const isKnown = isKnownTag(c.req.header('if-none-match'), headers.ETag);
    const photo = await findPhoto(services, id, isKnown ? null : size === 'large' ? 'large' : 'small');
    if (!photo) throw new DomainError('NOT_FOUND');
    return photo.bytes ? c.body(photo.bytes, 200, headers) : c.body(null, 304, headers);
  });
}
