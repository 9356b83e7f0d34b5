import { describe, expect, it } from 'vitest';
import { toViewer, whoCan } from '../testing/users.ts';
import { canEdit, canSee } from './policy.ts';

const owner = toViewer('owner', 'user');
const other = toViewer('other', 'user');
const moderator = toViewer('moderator', 'moderator');
const administrator = toViewer('administrator', 'administrator');
const everyone = { owner, other, moderator, administrator, visitor: null };

const shown = { userId: owner.id, published: true, hiddenAt: null };
const unpublished = { ...shown, published: false };
const hidden = { ...shown, hiddenAt: new Date() };
const hiddenAndUnpublished = { ...hidden, published: false };
const shared = { ...unpublished, isShared: true };
const inReview = { ...hiddenAndUnpublished, isInReview: true };

describe('canSee', () => {
  it.each([
    ['a published story', shown, Object.keys(everyone)],
    ['an unpublished story', unpublished, ['owner']],
    ['a story that is shared with the viewer', shared, Object.keys(everyone)],
    ['a shared story between blocked users', { ...shared, isBlocked: true }, ['owner']],
    ['a shared story that is hidden', { ...shared, hiddenAt: new Date() }, ['owner']],
    ['a hidden story', hidden, ['owner', 'moderator', 'administrator']],
    ['a hidden story that was unpublished', hiddenAndUnpublished, ['owner']],
    ['a story in review that was unpublished', inReview, ['owner', 'moderator', 'administrator']],
    ['a story out of review that was unpublished', { ...inReview, isInReview: false }, ['owner']],
  ])('D19: shows %s to the right people', (_what, story, who) => {
    expect(whoCan(everyone, (viewer) => canSee(viewer, story))).toEqual(who);
  });
});

describe('canEdit', () => {
  it.each([shown, unpublished, hidden])('L283-284, L286: is true for the owner only', (story) => {
    expect(whoCan(everyone, (viewer) => canEdit(viewer, story))).toEqual(['owner']);
  });
});
