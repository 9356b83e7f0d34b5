import { collectLeftovers, collectObjects, collectRecordings, type Services } from '@relato/api';

const houseKeepingMs = 3_600_000;
/** That looks at every file. */
const objectKeepingMs = 24 * houseKeepingMs;

/** What is over goes now and then: sessions, links, abandoned recordings. Nothing depends on when. Returns how to end that. */
export function keepHouse(services: Services): () => Promise<void> {
  const keep = () => {
    services.inBackground(services.auth.deleteExpired());
    services.inBackground(services.rateLimiter.deleteExpired());
    services.inBackground(collectRecordings(services));
    services.inBackground(collectLeftovers(services));
  };
  const keepObjects = () => services.inBackground(collectObjects(services));
  const timers = [setInterval(keep, houseKeepingMs), setInterval(keepObjects, objectKeepingMs)];
  keep();
  keepObjects();
  return async () => timers.forEach(clearInterval);
}
