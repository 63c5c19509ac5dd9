import { code } from '../../../../contract/modules/develop/code';
import { defineFeature } from '../../crud/feature';

export const feature = defineFeature(code);
