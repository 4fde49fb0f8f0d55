import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  BadRequestException,
  Controller,
  Get,
  Inject,
  NotFoundException,
  Param,
  Post,
  Req,
  StreamableFile,
  UseGuards,
} from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { FastifyRequest } from 'fastify';
import { Client } from 'minio';
import { Repository } from 'typeorm';
import { toStoredFile } from './answers.js';
import { Project, StoredFileEntity } from './entities.js';
import { Owner, SessionGuard } from './session.guard.js';
import { settings } from './settings.js';

const { bucket } = settings.objectStore;

@Controller('api')
@UseGuards(SessionGuard)
export class FilesController {
  @InjectRepository(Project) private readonly projects: Repository<Project>;
  @InjectRepository(StoredFileEntity) private readonly files: Repository<StoredFileEntity>;
  @Inject() private readonly store: Client;

  @Post('upload')
  async upload(@Owner() ownerId: string, @Req() request: FastifyRequest) {
    const part = await request.file();
    if (!part) throw new BadRequestException();
    const bytes = await part.toBuffer();
    const field = part.fields.project_id;
    const id = field && 'value' in field ? String(field.value) : '';
    if (!(await this.projects.existsBy({ id, ownerId }))) throw new NotFoundException();
    const objectKey = randomUUID();
    await this.store.putObject(bucket, objectKey, bytes, bytes.length);
    const file = await this.files.save(
      this.files.create({
        ...{ ownerId, projectId: id, objectKey, size: bytes.length },
        ...{ filename: part.filename, contentType: part.mimetype },
      }),
    );
    return { success: true, files: [toStoredFile(file)] };
  }

  @Get('download/:projectId/:filename')
  async download(
    @Owner() ownerId: string,
    @Param('projectId') projectId: string,
    @Param('filename') filename: string,
  ): Promise<StreamableFile> {
    const file = await this.files.findOneBy({ ownerId, projectId, filename });
    if (!file) throw new NotFoundException();
    const bytes: Readable = await this.store.getObject(bucket, file.objectKey);
    return new StreamableFile(bytes, {
      type: file.contentType,
      length: file.size,
      disposition: 'attachment',
    });
  }
}
