import { model } from '../../../../contract/modules/develop/model';
import { defineFeature } from '../../crud/feature';

export const feature = defineFeature(model);
