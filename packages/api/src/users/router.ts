import { moderateUserInput, listUsersInput, setRoleInput } from '@relato/contract';
import { router, signedInProcedure } from '../trpc.ts';
import { restoreUser, setRole, suspendUser } from './mutations.ts';
import { listUsers } from './queries.ts';

export const usersRouter = router({
  list: signedInProcedure
    .input(listUsersInput)
    .query(({ ctx, input }) => listUsers(ctx.services, ctx.viewer, input)),
  suspend: signedInProcedure
    .input(moderateUserInput)
    .mutation(({ ctx, input }) => suspendUser(ctx.services, ctx.viewer, input)),
  restore: signedInProcedure
    .input(moderateUserInput)
    .mutation(({ ctx, input }) => restoreUser(ctx.services, ctx.viewer, input)),
  setRole: signedInProcedure
    .input(setRoleInput)
    .mutation(({ ctx, input }) => setRole(ctx.services, ctx.viewer, input)),
});
