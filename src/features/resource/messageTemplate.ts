import { messageTemplate } from '../../../contract/modules/resource/messageTemplate';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(messageTemplate);
