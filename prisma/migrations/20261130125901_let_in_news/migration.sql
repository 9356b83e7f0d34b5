-- AlterEnum
ALTER TYPE "news_kind" ADD VALUE 'let_in';
