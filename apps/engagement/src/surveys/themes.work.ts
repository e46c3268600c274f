import { defineWork } from '@parley/threads';
import { findThemes } from './themes';

/** Finds the themes of texts. */
export const themesWork = defineWork('engagement.find-themes', findThemes);
