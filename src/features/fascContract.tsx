import { fascContract } from '../../contract/modules/fascContract';
import { defineFeature } from './feature';

export const feature = defineFeature(fascContract);
