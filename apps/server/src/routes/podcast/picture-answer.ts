import type { Context } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { cacheRules, isKnownTag } from '../../http/cache-rules.ts';
import { overloaded } from '../../middleware/shed-load.ts';
import { toRevision, type Picture } from '../../preview-image/picture.ts';
import type { Pictures } from '../../preview-image/pictures.ts';
import { forOtherSites } from '../pages/foreign-site-headers.ts';

/** Answers with the current picture. Neither a client that already has it nor one that finds the queue full causes a drawing. */
export async function answerPicture(
  c: Context<AppEnv>,
  pictures: Pictures,
  picture: Picture,
  request: Parameters<Pictures['draw']>[1],
): Promise<Response> {
  const headers = {
    'Content-Type': 'image/png',
    'Cache-Control': cacheRules.shared,
    ETag: `"${toRevision(picture)}"`,
    ...forOtherSites,
  };
  if (isKnownTag(c.req.header('if-none-match'), headers.ETag)) return c.body(null, 304, headers);
  const image = await pictures.draw(picture, request);
  if (!image) return c.json(overloaded.body, overloaded.status, overloaded.headers);
  return c.body(image, 200, headers);
}
