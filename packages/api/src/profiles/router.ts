import {
  chooseUsernameInput,
  findProfilesInput,
  profileByUsernameInput,
  profilesByIdsInput,
  setAboutInput,
  setPhotoInput,
  setPodcastInput,
  usernameAvailableInput,
} from '@relato/contract';
import { completeProfileProcedure, publicProcedure, router, signedInProcedure } from '../rpc/trpc.ts';
import { chooseUsername, removePhoto, setAbout, setPhoto, setPodcast } from './mutations.ts';
import {
  isUsernameAvailable,
  listByBeginning,
  listByIds,
  requireOwnProfile,
  requirePublicProfile,
} from './queries.ts';

export const profilesRouter = router({
  me: signedInProcedure().query(({ ctx }) => requireOwnProfile(ctx.services, ctx.viewer)),
  byUsername: publicProcedure({ mayLag: true })
    .input(profileByUsernameInput)
    .query(({ ctx, input }) => requirePublicProfile(ctx.services, ctx.viewer, input.username)),
  byIds: publicProcedure()
    .input(profilesByIdsInput)
    .query(({ ctx, input }) => listByIds(ctx.services, ctx.viewer, input.ids)),
  find: publicProcedure({ limits: ['people'], mayLag: true })
    .input(findProfilesInput)
    .query(({ ctx, input }) => listByBeginning(ctx.services, ctx.viewer, input)),
  usernameAvailable: signedInProcedure({ limits: ['usernameLookup'] })
    .input(usernameAvailableInput)
    .query(({ ctx, input }) => isUsernameAvailable(ctx.services, ctx.viewer, input.username)),
  /** Sets the first username of a user. */
  complete: signedInProcedure({ limits: ['username'] })
    .input(chooseUsernameInput)
    .mutation(({ ctx, input }) => chooseUsername(ctx.services, ctx.viewer, input.username)),
  update: completeProfileProcedure({ limits: ['username'] })
    .input(chooseUsernameInput)
    .mutation(({ ctx, input }) => chooseUsername(ctx.services, ctx.viewer, input.username)),
  setPodcast: completeProfileProcedure({ limits: ['write'] })
    .input(setPodcastInput)
    .mutation(({ ctx, input }) => setPodcast(ctx.services, ctx.viewer, input.podcast)),
  setAbout: completeProfileProcedure({ limits: ['write'] })
    .input(setAboutInput)
    .mutation(({ ctx, input }) => setAbout(ctx.services, ctx.viewer, input.about)),
  setPhoto: completeProfileProcedure({ limits: ['newPhoto'] })
    .input(setPhotoInput)
    .mutation(({ ctx, input }) => setPhoto(ctx.services, ctx.viewer, ctx.request, input.image)),
  removePhoto: completeProfileProcedure({ limits: ['write'] }).mutation(({ ctx }) =>
    removePhoto(ctx.services, ctx.viewer),
  ),
});
