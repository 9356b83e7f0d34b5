import { collectLeftovers, collectRecordings, type Services } from '@relato/api';

const houseKeepingMs = 3_600_000;

/** What is over goes now and then: sessions, links, abandoned recordings. Nothing depends on when. Returns how to end that. */
export function keepHouse(services: Services): () => Promise<void> {
  const keep = () => {
    services.inBackground(services.auth.deleteExpired());
    services.inBackground(services.rateLimiter.deleteExpired());
    services.inBackground(collectRecordings(services));
    services.inBackground(collectLeftovers(services));
  };
  const timer = setInterval(keep, houseKeepingMs);
  keep();
  return async () => clearInterval(timer);
}
