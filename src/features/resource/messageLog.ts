import { messageLog } from '../../../contract/modules/resource/messageLog';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(messageLog);
