import { collectLeftovers, collectObjects, collectRecordings, type Services } from '@relato/api';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Starts to delete expired data at intervals: sessions, links, limits, abandoned recordings, files without a row. No rule
 * depends on when this runs. Returns a function that stops it.
 */
export function startCleanup(services: Services): () => Promise<void> {
  const cleanUpHourly = () => {
    services.inBackground(services.auth.deleteExpired());
    services.inBackground(services.rateLimiter.deleteExpired());
    services.inBackground(collectRecordings(services));
    services.inBackground(collectLeftovers(services));
  };
  // Daily, because it lists every stored object.
  const cleanUpDaily = () => services.inBackground(collectObjects(services));
  const timers = [setInterval(cleanUpHourly, hourMs), setInterval(cleanUpDaily, dayMs)];
  cleanUpHourly();
  cleanUpDaily();
  return async () => timers.forEach(clearInterval);
}
