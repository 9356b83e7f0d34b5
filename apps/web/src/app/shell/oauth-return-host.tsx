import { useState } from 'react';
import { lazyOptional } from '../../lib/lazy/lazy-part.tsx';

const OauthReturn = lazyOptional(
  async () => (await import('../../features/account/sign-in/oauth-return.tsx')).OauthReturn,
);

/** Tells who comes back from a provider how that went; loaded for them only. */
export function OauthReturnHost() {
  const [hash] = useState(() => window.location.hash);
  if (!hash.startsWith('#auth=')) return null;
  return <OauthReturn hash={hash} />;
}
