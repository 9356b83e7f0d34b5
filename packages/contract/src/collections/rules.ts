import { limits } from '../limits.ts';
import { checkRequiredText } from '../text/rules.ts';

/** Returns why a collection cannot have a name. */
export const checkCollectionName = (name: string) =>
  checkRequiredText(
    name,
    limits.collection.name.maxLength,
    'COLLECTION_NAME_REQUIRED',
    'COLLECTION_NAME_TOO_LONG',
  );
