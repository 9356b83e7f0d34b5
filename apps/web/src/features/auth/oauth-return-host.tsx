import { lazy, Suspense, useState } from 'react';

const OauthReturn = lazy(async () =>
  import('./oauth-return.tsx').then((module) => ({ default: module.OauthReturn })),
);

/** Tells who comes back from a provider how that went; loaded for them only. */
export function OauthReturnHost() {
  const [hash] = useState(() => window.location.hash);
  if (!hash.startsWith('#auth=')) return null;
  return (
    <Suspense>
      <OauthReturn hash={hash} />
    </Suspense>
  );
}
