import { order } from '../../contract/modules/order';
import { defineFeature } from './feature';

export const feature = defineFeature(order);
