import { startBalancer } from '@relato/testing/network/balancer';
import { findFreePort } from '@relato/testing/network/free-port';
import type { DrillWorld } from './world.ts';

export type BalancedPair = Awaited<ReturnType<typeof startBalancedPair>>;

/** Starts two servers behind a balancer. */
export async function startBalancedPair(world: Pick<DrillWorld, 'start'>, variables: NodeJS.ProcessEnv) {
  const ports = [String(await findFreePort()), String(await findFreePort())];
  const start = async (turn: number) => {
    const server = await world.start({ ...variables, PORT: ports[turn] });
    await server.ready();
    return server;
  };
  const servers = [await start(0), await start(1)];
  const balancer = await startBalancer(servers.map(({ url }) => url));
  /** Starts one of them again, on its port. */
  const restart = async (turn: number): Promise<void> => {
    servers[turn] = await start(turn);
  };
  return { servers, balancer, restart };
}
