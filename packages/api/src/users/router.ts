import { moderateUserInput, listUsersInput, restrictUserInput, setRoleInput } from '@relato/contract';
import { administratorProcedure, moderatorProcedure, router } from '../rpc/trpc.ts';
import { clearProfile, restoreUser, setRole, suspendUser } from './mutations.ts';
import { listUsers } from './queries.ts';

export const usersRouter = router({
  list: moderatorProcedure()
    .input(listUsersInput)
    .query(({ ctx, input }) => listUsers(ctx.services, ctx.viewer, input)),
  suspend: moderatorProcedure()
    .input(restrictUserInput)
    .mutation(({ ctx, input }) => suspendUser(ctx.services, ctx.viewer, input)),
  restore: moderatorProcedure()
    .input(moderateUserInput)
    .mutation(({ ctx, input }) => restoreUser(ctx.services, ctx.viewer, input)),
  clearProfile: moderatorProcedure()
    .input(restrictUserInput)
    .mutation(({ ctx, input }) => clearProfile(ctx.services, ctx.viewer, input)),
  setRole: administratorProcedure()
    .input(setRoleInput)
    .mutation(({ ctx, input }) => setRole(ctx.services, ctx.viewer, input)),
});
