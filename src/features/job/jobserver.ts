import { jobserver } from '../../../contract/modules/job/jobserver';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(jobserver);
