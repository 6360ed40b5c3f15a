; The functions that compiled code needs: memory for the arrays that bots make, with reference counts.
; A call's arrays are gone when the next call begins. Within a call, freed blocks are used again, because a search
; makes hundreds of thousands of small arrays.
;
; A block is Numba's MemInfo (32 bytes: references, destructor, its argument, the data's address, the size) and the data.
; `@free` holds a list of freed blocks for each power of two; a freed block's first word links to the next.

%meminfo = type { i64, ptr, ptr, ptr, i64 }

@__heap_base = external global i8
@base = internal global i32 0   ; where a call's arrays begin; the memory below it is reserved for the host
@top = internal global i32 0
@free = internal global [32 x ptr] zeroinitializer

declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare void @llvm.memset.p0.i32(ptr, i8, i32, i1)

; Makes sure that memory reaches to an address; false if there is no more of it.
define internal i1 @reach(i32 %end) {
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %more = add i32 %end, 65535
  %needed = lshr i32 %more, 16
  %there = icmp ule i32 %needed, %pages
  br i1 %there, label %yes, label %grow
grow:
  %lack = sub i32 %needed, %pages
  %got = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %lack)
  %ok = icmp ne i32 %got, -1
  ret i1 %ok
yes:
  ret i1 true
}

; Memory that stays: for the host's records and for what bots have learned. 0 if there is none left.
define i32 @reserve(i32 %size) #0 {
  %known = load i32, ptr @base
  %first = icmp eq i32 %known, 0
  %heap = ptrtoint ptr @__heap_base to i32
  %begin = select i1 %first, i32 %heap, i32 %known
  %up = add i32 %begin, 15
  %at = and i32 %up, -16
  %end = add i32 %at, %size
  %ok = call i1 @reach(i32 %end)
  br i1 %ok, label %take, label %none
take:
  store i32 %end, ptr @base
  store i32 %end, ptr @top
  call void @llvm.memset.p0.i32(ptr @free, i8 0, i32 128, i1 false)
  ret i32 %at
none:
  ret i32 0
}

; Frees all arrays of the previous call.
define void @reset() alwaysinline {
  %base = load i32, ptr @base
  %top = load i32, ptr @top
  %same = icmp eq i32 %base, %top
  br i1 %same, label %done, label %forget
forget:
  store i32 %base, ptr @top
  call void @llvm.memset.p0.i32(ptr @free, i8 0, i32 128, i1 false)
  ret void
done:
  ret void
}

; The list for blocks of a size, data included: the power of two that holds it, 64 bytes at least.
define internal i32 @class_of(i32 %size) alwaysinline {
  %whole = add i32 %size, 32
  %less = sub i32 %whole, 1
  %most = or i32 %less, 63
  %zeros = call i32 @llvm.ctlz.i32(i32 %most, i1 false)
  %class = sub i32 32, %zeros
  ret i32 %class
}

define internal noalias ptr @take(i64 %wide) {
  %large = icmp ugt i64 %wide, 1073741824
  br i1 %large, label %none, label %look
look:
  %size = trunc i64 %wide to i32
  %class = call i32 @class_of(i32 %size)
  %list = getelementptr [32 x ptr], ptr @free, i32 0, i32 %class
  %known = load ptr, ptr %list
  %empty = icmp eq ptr %known, null
  br i1 %empty, label %new, label %again
again:
  %next = load ptr, ptr %known
  store ptr %next, ptr %list
  ret ptr %known
new:
  %top = load i32, ptr @top
  %up = add i32 %top, 15
  %at = and i32 %up, -16
  %bytes = shl i32 1, %class
  %end = add i32 %at, %bytes
  %ok = call i1 @reach(i32 %end)
  br i1 %ok, label %give, label %none
give:
  store i32 %end, ptr @top
  %block = inttoptr i32 %at to ptr
  ret ptr %block
none:
  ret ptr null
}

define internal void @give_back(ptr %block, i32 %size) {
  %class = call i32 @class_of(i32 %size)
  %list = getelementptr [32 x ptr], ptr @free, i32 0, i32 %class
  %head = load ptr, ptr %list
  store ptr %head, ptr %block
  store ptr %block, ptr %list
  ret void
}

define noalias ptr @NRT_MemInfo_alloc(i64 %size) {
  %block = call ptr @take(i64 %size)
  %none = icmp eq ptr %block, null
  br i1 %none, label %out, label %fill
fill:
  store i64 1, ptr %block
  %dtor = getelementptr %meminfo, ptr %block, i32 0, i32 1
  store ptr null, ptr %dtor
  %argument = getelementptr %meminfo, ptr %block, i32 0, i32 2
  store ptr null, ptr %argument
  %data = getelementptr i8, ptr %block, i32 32
  %place = getelementptr %meminfo, ptr %block, i32 0, i32 3
  store ptr %data, ptr %place
  %length = getelementptr %meminfo, ptr %block, i32 0, i32 4
  store i64 %size, ptr %length
  ret ptr %block
out:
  ret ptr null
}

define noalias ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %block = call ptr @NRT_MemInfo_alloc(i64 %size)
  ret ptr %block
}

define noalias ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align) {
  %block = call ptr @NRT_MemInfo_alloc(i64 %size)
  ret ptr %block
}

define noalias ptr @NRT_Allocate(i64 %size) {
  %block = call ptr @NRT_MemInfo_alloc(i64 %size)
  %none = icmp eq ptr %block, null
  %data = getelementptr i8, ptr %block, i32 32
  %found = select i1 %none, ptr null, ptr %data
  ret ptr %found
}

define void @NRT_Free(ptr %data) {
  %block = getelementptr i8, ptr %data, i32 -32
  call void @NRT_MemInfo_call_dtor(ptr %block)
  ret void
}

define void @NRT_MemInfo_call_dtor(ptr %block) {
  %length = getelementptr %meminfo, ptr %block, i32 0, i32 4
  %wide = load i64, ptr %length
  %size = trunc i64 %wide to i32
  call void @give_back(ptr %block, i32 %size)
  ret void
}

define void @NRT_incref(ptr %block) alwaysinline {
  %none = icmp eq ptr %block, null
  br i1 %none, label %done, label %count
count:
  %before = load i64, ptr %block
  %after = add i64 %before, 1
  store i64 %after, ptr %block
  ret void
done:
  ret void
}

define void @NRT_decref(ptr %block) alwaysinline {
  %none = icmp eq ptr %block, null
  br i1 %none, label %done, label %count
count:
  %before = load i64, ptr %block
  %after = add i64 %before, -1
  store i64 %after, ptr %block
  %last = icmp eq i64 %after, 0
  br i1 %last, label %drop, label %done
drop:
  call void @NRT_MemInfo_call_dtor(ptr %block)
  ret void
done:
  ret void
}

; Another shape for the same numbers, if they lie side by side in C order; 0 if they do not.
define i32 @numba_attempt_nocopy_reshape(i64 %nd, ptr %dims, ptr %strides, i64 %new_nd, ptr %new_dims, ptr %new_strides, i64 %item, i32 %fortran) {
entry:
  %is_fortran = icmp ne i32 %fortran, 0
  br i1 %is_fortran, label %no, label %check
check:
  %i = phi i64 [ %nd, %entry ], [ %i.less, %good ]
  %expected = phi i64 [ %item, %entry ], [ %expected.next, %good ]
  %checked = icmp eq i64 %i, 0
  br i1 %checked, label %write, label %look
look:
  %i.less = sub i64 %i, 1
  %i.at = trunc i64 %i.less to i32
  %dim.at = getelementptr i64, ptr %dims, i32 %i.at
  %stride.at = getelementptr i64, ptr %strides, i32 %i.at
  %dim = load i64, ptr %dim.at
  %stride = load i64, ptr %stride.at
  %fits = icmp eq i64 %stride, %expected
  %single = icmp eq i64 %dim, 1
  %fine = or i1 %fits, %single
  br i1 %fine, label %good, label %no
good:
  %expected.next = mul i64 %expected, %dim
  br label %check
write:
  %k = phi i64 [ %new_nd, %check ], [ %k.less, %one ]
  %step = phi i64 [ %item, %check ], [ %step.next, %one ]
  %written = icmp eq i64 %k, 0
  br i1 %written, label %yes, label %one
one:
  %k.less = sub i64 %k, 1
  %k.at = trunc i64 %k.less to i32
  %new.at = getelementptr i64, ptr %new_strides, i32 %k.at
  store i64 %step, ptr %new.at
  %size.at = getelementptr i64, ptr %new_dims, i32 %k.at
  %size = load i64, ptr %size.at
  %step.next = mul i64 %step, %size
  br label %write
yes:
  ret i32 1
no:
  ret i32 0
}

attributes #0 = { "wasm-export-name"="reserve" }
