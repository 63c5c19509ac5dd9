import { picture } from '../../contract/modules/picture';
import { defineFeature } from './feature';

export const feature = defineFeature(picture);
