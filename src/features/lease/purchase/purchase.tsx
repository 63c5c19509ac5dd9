import { purchase } from '../../../../contract/modules/lease/purchase';
import { defineFeature } from '../../crud/feature';

export const feature = defineFeature(purchase);
