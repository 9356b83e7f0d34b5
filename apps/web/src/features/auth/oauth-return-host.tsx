import { useState } from 'react';
import { lazyExtra } from '../../app/lazy-part.tsx';

const OauthReturn = lazyExtra(async () => (await import('./oauth-return.tsx')).OauthReturn);

/** Tells who comes back from a provider how that went; loaded for them only. */
export function OauthReturnHost() {
  const [hash] = useState(() => window.location.hash);
  if (!hash.startsWith('#auth=')) return null;
  return <OauthReturn hash={hash} />;
}
